import { createFileRoute } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { request } from '../../api/http.ts'
import { JsonEditor } from '../../features/tester/json-tree/json-editor.tsx'
import { workerControl } from '../../pwa/worker.ts'
import { PageHeading } from '../../ui/page-heading.tsx'

/** Stands in for the request tester: the tree over `GET /api/users`, or over the JSON after the #. */
export const Route = createFileRoute('/_shell/mock')({ component: TreeScreen })

function TreeScreen() {
  const given = decodeURIComponent(location.hash.slice(1))
  const [value, setValue] = useState<unknown>(() => (given ? JSON.parse(given) : undefined))
  useEffect(() => {
    if (given) return
    workerControl()
      .then(() => request({ method: 'GET', url: '/api/users' }))
      .then(setValue)
  }, [given])
  return (
    <>
      <PageHeading title="Request tester" />
      <JsonEditor label="Response" value={value} onChange={setValue} />
    </>
  )
}
