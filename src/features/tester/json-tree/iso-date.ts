const DATE = /(?<year>\d{4})-(?<month>\d\d)-(?<day>\d\d)/
const TIME = /T(?<hour>\d\d):(?<minute>\d\d)(?::(?<second>\d\d)(?:\.\d{1,9})?)?/
const ZONE = /Z|[+-](?<zoneHour>\d\d):(?<zoneMinute>\d\d)/
const ISO = new RegExp(`^${DATE.source}(?:${TIME.source}(?:${ZONE.source})?)?$`)

/**
 * A date in ISO 8601, alone or with a time; nothing else. `Date.parse` would make one of "Honda 2004"
 * too, and March 1st of February 30th. As there, a date alone is in UTC, a time without zone local.
 */
export function parseIsoDate(text: string): Date | undefined {
  const parts = ISO.exec(text)?.groups
  if (!parts) return undefined
  const part = (name: string) => Number(parts[name] ?? 0)
  const daysInMonth = new Date(Date.UTC(part('year'), part('month'), 0)).getUTCDate()
  const stands =
    within(part('month'), 1, 12) &&
    within(part('day'), 1, daysInMonth) &&
    within(part('hour'), 0, 23) &&
    within(part('zoneHour'), 0, 23) &&
    [part('minute'), part('second'), part('zoneMinute')].every((each) => within(each, 0, 59))
  return stands ? new Date(text) : undefined
}

function within(value: number, least: number, most: number): boolean {
  return value >= least && value <= most
}
