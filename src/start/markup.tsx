import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import {
  createMemoryHistory,
  createRootRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import type { ViewedUser } from '../contract/viewed.ts'
import { VIEWER } from '../data/query-keys.ts'
import { AuthCard } from '../features/account/auth-card.tsx'
import { Landing } from '../features/shell/landing.tsx'
import { Shell } from '../features/shell/shell.tsx'
import { SkeletonCards } from '../ui/skeleton.tsx'
import { FIRST_SCREEN, type FirstScreen } from './names.ts'

/** The last screen is saved on the device. */
type WrittenScreen = Exclude<FirstScreen, 'last'>

/**
 * The first screens that the page can show before any script runs. `build/first-screens.ts` writes them into the
 * page when the app is built. Nothing of this file is in the app.
 */
const screens: Record<WrittenScreen, () => ReactNode> = {
  landing: () => (
    <Landing>
      <AuthCard mode="login" />
    </Landing>
  ),
  skeleton: () => (
    <Shell aside=" ">
      <SkeletonCards />
    </Shell>
  ),
}

const pathOf: Record<WrittenScreen, string> = { landing: '', skeleton: 'any' }

/** Takes the place of the signed-in user, who is not known yet, so that nothing moves later. */
const someone: Partial<ViewedUser> = {
  _id: '',
  firstName: '…',
  username: '…',
  profilePhoto: {
    default: `${import.meta.env.BASE_URL}seed/people/default-avatar.svg`,
    chosen: '',
  },
}

/** The first render of a screen, inert, so that no input is lost when React renders in its place. */
export async function markupOf(name: WrittenScreen): Promise<string> {
  const router = createRouter({
    basepath: import.meta.env.BASE_URL,
    // The placeholders are for all screens behind the log-in, so no link is the current one.
    history: createMemoryHistory({ initialEntries: [import.meta.env.BASE_URL + pathOf[name]] }),
    routeTree: createRootRoute({ component: screens[name] }),
  })
  await router.load()
  const client = new QueryClient()
  client.setQueryData<Partial<ViewedUser>>(VIEWER, someone)
  const markup = renderToStaticMarkup(
    <QueryClientProvider client={client}>
      <RouterProvider router={router as never} />
    </QueryClientProvider>,
  )
  // `head.ts` asks for the pictures itself, and only where they are shown.
  // The content security policy allows no style attributes; here it is the color of a picture.
  return markup
    .replace(/^(<link [^>]*>)*<div/, `<div inert ${FIRST_SCREEN}="${name}"`)
    .replace(/ style="[^"]*"/g, '')
}
