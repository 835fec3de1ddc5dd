import { useMutation } from '@tanstack/react-query'
import { Braces, ListChecks } from 'lucide-react'
import { type ReactNode, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { isolatedName } from '../../../contract/direction.ts'
import { toast } from '../../../ui/toast.ts'
import { copyAndSay } from '../copy-text.ts'
import type { Path } from '../json-editor/json-path.ts'
import type { ExtraAction } from '../json-editor/use-editor.ts'
import { withoutSecrets } from '../redact.ts'
import type { Sendable } from '../request/request-model.ts'
import type { Exchange } from '../response/exchange.ts'
import { CheckDialog } from './check-dialogs.tsx'
import { replyOf, replyPath } from './checks.ts'
import { NameDialog } from './name-dialog.tsx'
import { slugOf, suggestName } from './names.ts'
import { referenceText, valueAt } from './references.ts'
import { changeSaved, type SavedRequest, withChecks, withRequest } from './saved.ts'
import type { useRuns } from './use-runs.ts'

type Options = {
  runs: ReturnType<typeof useRuns>
  last: Exchange | undefined
  /** Marks the shown response as that of a saved request. */
  mark: (id: string) => void
}

type Then = (saved: SavedRequest) => void

type SaveOptions = {
  title?: string
  /** The saved request that was opened, and then edited. */
  openedId?: string
  onSaved?: Then
}

/** Saves requests, and uses and checks values of the response, which first saves the request that it answers. */
export function useSaving({ runs, last, mark }: Options) {
  const { mutate: change } = useMutation(changeSaved)
  const [dialog, setDialog] = useState<ReactNode>()
  const close = () => setDialog(undefined)

  function save(request: Sendable, { title, openedId, onSaved }: SaveOptions = {}) {
    const text = JSON.stringify(withoutSecrets(request))
    const old =
      runs.list.find((one) => JSON.stringify(one.request) === text) ??
      runs.list.find(({ id }) => id === openedId)
    const taken = runs.list.map(({ name }) => name)
    function store(name: string) {
      const named = (list: readonly SavedRequest[]) =>
        list.find((one) => slugOf(one.name) === slugOf(name))
      const before = named(runs.list)
      change(withRequest(name, request), {
        onSuccess(list) {
          const saved = named(list)
          if (!saved) return toast('error', 'The list of saved requests is full.')
          if (runs.adopt(saved, request)) mark(saved.id)
          else if (before && JSON.stringify(before.request) !== text) runs.forget(saved.id)
          toast('success', `Saved as ${isolatedName(saved.name)}`)
          onSaved?.(saved)
        },
      })
    }
    setDialog(
      <NameDialog
        title={title ?? 'Save request'}
        action="Save"
        initial={old?.name ?? suggestName(request.endpoint, taken)}
        onName={store}
        onClose={close}
      />,
    )
  }

  /** Calls `then` with the saved request that the shown response answers. */
  function withSaved(then: Then) {
    const saved = runs.list.find(({ id }) => id === last?.saved)
    if (saved) return then(saved)
    if (!last) return
    save(runs.templateOf(last), {
      title: 'Save the request of this response',
      onSaved(added) {
        mark(added.id)
        then(added)
      },
    })
  }
  function use(path: Path) {
    const rest = replyPath(path)?.slice(1) ?? []
    withSaved(({ name }) => {
      const text = referenceText({ name: slugOf(name), path: rest })
      copyAndSay(Promise.resolve(text), `Copied ${text}. Paste it into endpoint, headers or body.`)
    })
  }
  function expect(path: Path) {
    const target = replyPath(path)
    if (!target || !last) return
    const actual = valueAt(replyOf(last), target)
    withSaved(({ id }) => {
      setDialog(
        <CheckDialog
          path={target}
          actual={actual}
          onCheck={(check) =>
            change(
              withChecks(id, (checks) => [...checks, check]),
              {
                onSuccess(list) {
                  const changed = list.find((one) => one.id === id)
                  if (changed) runs.recheck(changed)
                },
              },
            )
          }
          onClose={close}
        />,
      )
    })
  }

  // The tree renders again when its actions change.
  const latest = useRef({ use, expect })
  useLayoutEffect(() => {
    latest.current = { use, expect }
  })
  const extras = useMemo(
    (): ExtraAction[] => [
      {
        label: 'Use in a request',
        key: 'u',
        Icon: Braces,
        applies: (path) => replyPath(path)?.[0] === 'data',
        run: (path) => latest.current.use(path),
      },
      {
        label: 'Expect this',
        key: 'e',
        Icon: ListChecks,
        applies: (path) => replyPath(path) !== undefined,
        run: (path) => latest.current.expect(path),
      },
    ],
    [],
  )
  return { save, expect, extras, dialog }
}
