import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { FullList } from './full-list.tsx'

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root')

// The app's own worker, and so the same back end and the same rows.
await navigator.serviceWorker.register('/sw.js')
if (!navigator.serviceWorker.controller)
  await new Promise((resolve) =>
    navigator.serviceWorker.addEventListener('controllerchange', resolve, { once: true }),
  )

createRoot(root).render(
  <StrictMode>
    <QueryClientProvider client={new QueryClient()}>
      <FullList />
    </QueryClientProvider>
  </StrictMode>,
)
