import { createFileRoute } from '@tanstack/react-router'

export const Route = createFileRoute('/_shell/_viewer/bookMarkPage')({
  component: RouteComponent,
})

function RouteComponent() {
  return <div>Hello "/_shell/_viewer/bookMarkPage"!</div>
}
