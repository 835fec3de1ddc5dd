import 'fake-indexeddb/auto'
import { vi } from 'vitest'

// Test files share a thread, but not what a module remembers: a page that has logged out stays so.
vi.resetModules()
