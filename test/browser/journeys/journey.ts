import type { Hands } from '../hands.ts'
import type { Console, ConsolePage, Person } from '../use-console.ts'

/** A signed-in person with a page and the hands that use it. */
export interface Visitor extends ConsolePage, Hands {}

/** The environment in which a journey is played. */
interface Stage {
  readonly office: Console
  /** A text that is unique to this play, for names and numbers. */
  readonly mark: string
  /** Opens a page for a person, or a page without a sign-in. All pages of a play use the same hands. */
  enter(person: Person | undefined): Promise<Visitor>
}

/** A piece of work of one kind of user, from beginning to end; written once, played by mouse and by keyboard. */
export interface Journey {
  /** Title of the journey, as a sentence. */
  readonly title: string
  play(stage: Stage): Promise<void>
}
