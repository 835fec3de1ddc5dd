/** Bytes in memory, in all and by client. */
export class Budget {
  #total = 0
  readonly #byClient = new Map<string, number>()
  readonly #max: number
  readonly #share: number

  /** @param share the part of `max` that one client can use */
  constructor(max: number, share: number) {
    this.#max = max
    this.#share = share
  }

  /** Of all clients. */
  get total(): number {
    return this.#total
  }

  /** Whether all clients together, and this one, may have so many bytes more. */
  hasRoom(client: string, bytes: number): boolean {
    const own = (this.#byClient.get(client) ?? 0) + bytes
    return this.#total + bytes <= this.#max && own <= this.#max * this.#share
  }

  /** @param bytes below zero, they are given back */
  add(client: string, bytes: number): void {
    const own = (this.#byClient.get(client) ?? 0) + bytes
    this.#total += bytes
    if (own > 0) this.#byClient.set(client, own)
    else this.#byClient.delete(client)
  }
}
