import type { GenericSchema } from 'valibot'
import { Generated, MockState } from '../../src/contract/controls.ts'
import { Comment, Photo, Post, PostCopy, User, UserCopy } from '../../src/contract/entities.ts'
import {
  Failure,
  NewFailure,
  NewOverride,
  Override,
  Settings,
} from '../../src/contract/settings.ts'
import { Snapshot } from '../../src/contract/snapshot.ts'

const entities = { Photo, UserCopy, User, PostCopy, Post, Comment }
const rules = { NewFailure, NewOverride, Failure, Override }
const controls = { ...rules, Settings, MockState, Generated, Snapshot }

/** The shapes that descriptions of the API call by their name. */
export const namedSchemas: Record<string, GenericSchema> = { ...entities, ...controls }
