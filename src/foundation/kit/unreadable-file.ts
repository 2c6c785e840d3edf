/** A file from outside is damaged or malicious. The message may be shown to the caller. */
export class UnreadableFile extends Error {
  override readonly name = 'UnreadableFile'
}
