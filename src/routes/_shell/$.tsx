import { createFileRoute } from '@tanstack/react-router'
import { NotFound } from '../../features/shell/not-found.tsx'

/** All other paths (R2.4). */
export const Route = createFileRoute('/_shell/$')({ component: NotFound })
