import 'fake-indexeddb/auto'
import { vi } from 'vitest'

// Test files share a thread, but neither a fake clock, nor globals that a file has replaced, nor what a module
// remembers: a page that has logged out stays so.
vi.useRealTimers()
vi.unstubAllGlobals()
vi.resetModules()
