import { Tabs } from '../../ui/tabs.tsx'
import { ApiList } from './api-list/api-list.tsx'
import type { Endpoint } from './api-list/endpoints.ts'
import { Controls } from './controls/controls.tsx'
import { HistoryList } from './history/history-list.tsx'
import type { HistoryEntry } from './history/history-store.ts'
import { Panel } from './panel.tsx'

type Props = {
  /** The index of the tool that is shown; the API is the first. */
  chosen: number
  onChoose: (chosen: number) => void
  onEndpoint: (endpoint: Endpoint) => void
  onEntry: (entry: HistoryEntry) => void
}

/** What helps with requests: the API, the history, the mock's controls. */
export function Tools({ chosen, onChoose, onEndpoint, onEntry }: Props) {
  return (
    <Panel title="Tools" bare>
      <Tabs
        label="Tools"
        chosen={chosen}
        onChoose={onChoose}
        tabs={[
          { label: 'API', content: <ApiList onChoose={onEndpoint} /> },
          { label: 'History', content: <HistoryList onOpen={onEntry} /> },
          // Another server is not ours to control.
          ...(import.meta.env.VITE_API_URL ? [] : [{ label: 'Mock', content: <Controls /> }]),
        ]}
      />
    </Panel>
  )
}
