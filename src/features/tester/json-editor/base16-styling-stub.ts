type Attributes = Record<string, unknown>
type Theme = Record<string, (styling: Attributes, ...given: unknown[]) => Attributes>

/**
 * Replaces `react-base16-styling` in the build (scripts/vite/stubs.ts). react-json-tree uses it to
 * derive styles from sixteen colours. Our theme has class names, so its 17 kB (gz), more than half of the
 * editor's chunk, would never run.
 */
export function createStyling() {
  return (theme: Theme = {}) =>
    (keys: string | string[], ...given: unknown[]): Attributes =>
      Object.assign({}, ...[keys].flat().map((key) => theme[key]?.({}, ...given)))
}

export function invertTheme(theme: Theme): Theme {
  return theme
}
