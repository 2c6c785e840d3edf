/** A file that came from outside is damaged, or made to harm. The message is a sentence that may be shown. */
export class UnreadableFile extends Error {
  override readonly name = 'UnreadableFile'
}
