/** `YYYY-MM-DDTHH:mm:ssZ` (R12.16), where Z is the local offset from UTC, such as +02:00. */
export function timestamp(time: number): string {
  const offset = -new Date(time).getTimezoneOffset()
  const local = new Date(time + offset * 60_000).toISOString().slice(0, 19)
  const hours = pad(Math.trunc(Math.abs(offset) / 60))
  return `${local}${offset < 0 ? '-' : '+'}${hours}:${pad(Math.abs(offset) % 60)}`
}

/** The timestamp of an edit: later than that of the row it edits, even within the same second (R4.17). */
export function timestampAfter(before: string, time: number): string {
  return timestamp(Math.max(time, Date.parse(before) + 1000))
}

function pad(part: number): string {
  return String(part).padStart(2, '0')
}
