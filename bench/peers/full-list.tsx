import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import type { Post } from '../../src/contract/entities.ts'

/** A client of the specification's plain calls: every reply is the full list, and all of it is rendered. */
function FullList() {
  const { data: posts = [] } = useQuery({ queryKey: ['posts'], queryFn: readPosts })
  return (
    <ol aria-label="Posts">
      {posts.map(({ _id, username, content, likes }) => (
        <li key={_id}>
          <article>
            <h2>{username}</h2>
            <p>{content}</p>
            <button type="button">{`Like: ${likes.likeCount}`}</button>
          </article>
        </li>
      ))}
    </ol>
  )
}

async function readPosts(): Promise<Post[]> {
  return (await (await fetch('/api/posts')).json()).posts
}

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root')

// The app's own worker: the same back end and the same rows.
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
