import type { Locator } from 'playwright-core'

/** A file to be chosen in the browser. */
export interface ChosenFile {
  readonly name: string
  readonly mimeType: string
  readonly buffer: Buffer
}

/** The actions of a person on a page. A journey that uses only these actions can be played by mouse and by keyboard. */
export interface Hands {
  /** Activates a button, a link, a tab or a row. */
  press(target: Locator): Promise<void>
  /** Replaces the text of a field. */
  enter(field: Locator, text: string): Promise<void>
  /** Chooses an option of a box; `typed` is the text that finds the option. */
  choose(box: Locator, option: string | RegExp, typed?: string): Promise<void>
  /** Switches a checkbox, a radio button or the checkbox of a row on. */
  tick(box: Locator): Promise<void>
  /** Chooses files with a button or a file input. */
  upload(target: Locator, files: ChosenFile | readonly ChosenFile[]): Promise<void>
  /** Selects an element of the diagram that is being drawn. */
  select(element: string): Promise<void>
  /** Draws the element of an entry of the palette, to which a flow leads from an element; returns its id. */
  append(source: string, entry: Locator): Promise<string>
}
