/** A part of the answer's time, as the server reports it. */
export type TimingPart = { name: string; ms: number; text?: string }

const METRIC = /(?:"(?:\\.|[^"\\])*"|[^,"])+/g
const PARAM = /(?:"(?:\\.|[^"\\])*"|[^;"])+/g

/** Read a `Server-Timing` header. Parts without a duration are left out. */
export function parseServerTiming(header = ''): TimingPart[] {
  return (header.match(METRIC) ?? []).flatMap((metric) => {
    const [name = '', ...params] = (metric.match(PARAM) ?? []).map((part) => part.trim())
    const { dur = '', desc } = Object.fromEntries(params.map(readParam))
    const ms = Number.parseFloat(dur)
    return Number.isNaN(ms) ? [] : [{ name, ms, ...(desc && { text: desc }) }]
  })
}

function readParam(param: string): [string, string] {
  const [name = '', value = ''] = param.split(/=(.*)/s).map((part) => part.trim())
  const bare = value.replace(/^"(.*)"$/s, '$1').replace(/\\(.)/g, '$1')
  return [name.toLowerCase(), bare]
}
