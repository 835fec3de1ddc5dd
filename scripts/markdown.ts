const FENCE = /^( *)(```+|~~~+)[^\n]*\n[\s\S]*?^\1\2 *$/gm

/** The targets of links and pictures, except in code. */
export function linksIn(markdown: string): string[] {
  const prose = withoutFences(markdown).replace(/`[^`\n]*`/g, '``')
  const found = prose.matchAll(/\]\(<?([^)\s>]+)>?[^)]*\)|\b(?:src|href)="([^"]+)"/g)
  return [...found].map(([, inBrackets, inHtml]) => inBrackets ?? inHtml ?? '')
}

/** The anchors of the headings. Equal headings get a number, except the first. */
export function anchorsIn(markdown: string): string[] {
  const seen = new Map<string, number>()
  return [...withoutFences(markdown).matchAll(/^#{1,6} +(.+?) *$/gm)].map(([, heading = '']) => {
    // Without the marks of code, emphasis and links.
    const anchor = anchorOf(heading.replace(/[`*]|\]\([^)]*\)/g, ''))
    const before = seen.get(anchor) ?? 0
    seen.set(anchor, before + 1)
    return before === 0 ? anchor : `${anchor}-${before}`
  })
}

/** All code spans and code blocks. */
export function codeIn(markdown: string): string[] {
  const blocks = [...markdown.matchAll(FENCE)].map(([block]) => block)
  const spans = [...withoutFences(markdown).matchAll(/`([^`]+)`/g)].map(([, span = '']) => span)
  return [...blocks, ...spans]
}

export type ShownFile = { path: string; text: string }

/** The code blocks that name a file, such as ```ts path/to/file.ts. */
export function filesIn(markdown: string): ShownFile[] {
  return blocksIn(markdown).flatMap(({ language, path, text }) =>
    path && language !== 'diff' ? { path, text } : [],
  )
}

/** All code blocks, without the indent that they have in a list. */
export function blocksIn(markdown: string): (ShownFile & { language: string })[] {
  return [...markdown.matchAll(FENCE)].map(([block, indent = '']) => {
    const [opening = '', ...lines] = block.split('\n').map((line) => line.slice(indent.length))
    const [, language = '', path = ''] = /^[`~]+(\w*) ?(.*)$/.exec(opening) ?? []
    return { language, path, text: lines.slice(0, -1).join('\n') }
  })
}

function withoutFences(markdown: string): string {
  return markdown.replace(FENCE, '')
}

/** The anchor that GitHub gives a heading. */
export function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\p{M}_ -]/gu, '')
    .replaceAll(' ', '-')
}
