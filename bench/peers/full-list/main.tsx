import {
  QueryClient,
  QueryClientProvider,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import type { Post } from '../../../src/contract/entities.ts'
import { guest } from '../../../src/contract/guest.ts'

/** A client of the specification's plain calls: every reply is the full list, and all of it is rendered. */
function FullList() {
  const { data: posts = [] } = useQuery({ queryKey: ['posts'], queryFn: readPosts })
  const { data: viewer } = useQuery({ queryKey: ['viewer'], queryFn: logIn })
  return (
    <ol aria-label="Posts">
      {posts.map((post) => (
        <li key={post._id}>
          <PostArticle post={post} viewer={viewer} />
        </li>
      ))}
    </ol>
  )
}

type Viewer = { id: string; token: string }

function PostArticle({ post, viewer }: { post: Post; viewer?: Viewer }) {
  const client = useQueryClient()
  const liked = post.likes.likedBy.some(({ _id }) => _id === viewer?.id)
  const path = `/api/posts/${liked ? 'dislike' : 'like'}/${post._id}`
  const like = useMutation({
    mutationFn: () => call(path, { method: 'POST', token: viewer?.token }),
    onSuccess: ({ posts }) => client.setQueryData(['posts'], posts),
  })
  return (
    <article>
      <h2>{post.username}</h2>
      <p>{post.content}</p>
      <button type="button" onClick={() => like.mutate()}>{`Like: ${post.likes.likeCount}`}</button>
    </article>
  )
}

async function readPosts(): Promise<Post[]> {
  return (await call('/api/posts')).posts
}

async function logIn(): Promise<Viewer> {
  const init = { method: 'POST', body: JSON.stringify(guest) }
  const { foundUser, encodedToken: token } = await call('/api/auth/login', init)
  return { id: foundUser._id, token }
}

async function call(path: string, { token, ...init }: RequestInit & { token?: string } = {}) {
  const headers = token ? { authorization: token } : undefined
  return (await fetch(path, { ...init, headers })).json()
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
