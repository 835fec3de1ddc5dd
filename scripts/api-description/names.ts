import * as v from 'valibot'
import { Name, PhotoChange, Username } from '../../src/contract/auth.ts'
import { NewContent, PictureUrl } from '../../src/contract/content.ts'
import { postEntries } from '../../src/contract/entities.ts'
import { failureEntries, ruleEntries } from '../../src/contract/failures.ts'
import { NewReport } from '../../src/contract/report.ts'
import { Defect, SettingsChanges } from '../../src/contract/settings.ts'
import { namedSchemas } from './schemas.ts'

/** The shapes that the reference names: each is written once. */
export const namedShapes: Record<string, v.GenericSchema> = {
  NewContent,
  NewReport,
  PhotoChange,
  Content: v.object(postEntries),
  ...namedSchemas,
  SettingsChanges,
  Rule: v.object(ruleEntries),
  FailureRule: v.object(failureEntries),
}

/** The values that the reference names, with rules of their own. */
export const namedValues: Record<string, v.GenericSchema> = {
  Name,
  Username,
  PictureUrl,
  Defect,
}
