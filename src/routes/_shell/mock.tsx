import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { viewerQuery } from '../../data/auth.ts'
import { decodeRequest, type RequestSearch } from '../../features/tester/request/request-link.ts'
import { Tester } from '../../features/tester/tester.tsx'

/** For developers and testers, signed in or not (R2.3). The search parameters describe a request. */
export const Route = createFileRoute('/_shell/mock')({
  // Every screen loads this code, so it only picks the parameters; `decodeRequest` validates them.
  validateSearch: ({
    method,
    endpoint,
    headers,
    body,
    type,
    auth,
  }: RequestSearch): RequestSearch => ({
    method,
    endpoint,
    headers,
    body,
    type,
    auth,
  }),
  staticData: { wide: true },
  component: TesterScreen,
})

function TesterScreen() {
  const search = Route.useSearch()
  const { data: viewer } = useQuery(viewerQuery)
  return (
    <Tester
      // A new link resets the tester.
      key={JSON.stringify(search)}
      initial={decodeRequest(search)}
      isLinked={Object.values(search).some((value) => value !== undefined)}
      viewer={viewer?.username}
    />
  )
}
