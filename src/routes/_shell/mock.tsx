import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { viewerQuery } from '../../data/auth.ts'
import { decodeRequest, type RequestSearch } from '../../features/tester/request/request-link.ts'
import { Tester } from '../../features/tester/tester.tsx'

/** For developers and testers, signed in or not (R2.3). Its search reproduces a request. */
export const Route = createFileRoute('/_shell/mock')({
  // Only a check of names here, which every screen loads; the values are checked when it is shown.
  validateSearch: ({ method, endpoint, headers, body, auth }): RequestSearch => ({
    method,
    endpoint,
    headers,
    body,
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
      // Another link starts anew.
      key={JSON.stringify(search)}
      initial={decodeRequest(search)}
      viewer={viewer?.username}
    />
  )
}
