import type { Photo } from './entities.ts'

/** @returns the URL of the photo to show: the one that the user picked, else the default */
export function shownPhoto({ chosen, default: fallback }: Photo): string {
  return chosen || fallback
}
