type Attributes = Record<string, unknown>
type Theme = Record<string, (styling: Attributes, ...given: unknown[]) => Attributes>

/**
 * Stands in for `react-base16-styling` in the build (see vite.config.ts), which makes styles of sixteen
 * colours for react-json-tree. Our theme has class names; the real one is 17 kB (gz) of colour
 * arithmetic that would never run.
 */
export function createStyling() {
  return (theme: Theme = {}) =>
    (keys: string | string[], ...given: unknown[]): Attributes =>
      Object.assign({}, ...[keys].flat().map((key) => theme[key]?.({}, ...given)))
}

export function invertTheme(theme: Theme): Theme {
  return theme
}
