/** Rolls a write back, because another request with the same key was carried out first. Never reaches a caller. */
export class RepeatedKey extends Error {
  constructor() {
    super('another request with the same idempotency key was carried out')
    this.name = 'RepeatedKey'
  }
}
