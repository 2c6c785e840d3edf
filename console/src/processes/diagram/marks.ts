/** The reason why an element is coloured. Where there is room, a badge with a sign or a number says the same. */
type Tone = 'active' | 'done' | 'incident' | 'added' | 'removed' | 'changed' | 'problem'

/** A number or a sign at a corner of an element. */
export interface Badge {
  readonly tone: Tone | 'heat'
  readonly text: string
  /** The badge in words; shown on hover and read out by screen readers. */
  readonly title: string
}

export interface ElementMark {
  readonly tone?: Tone
  /** Shade of the heat map. */
  readonly shade?: 1 | 2 | 3 | 4
  readonly badges: readonly Badge[]
}

/** What is drawn over a diagram. */
export interface Marks {
  readonly elements: ReadonlyMap<string, ElementMark>
  /** Ids of the flows that were taken. */
  readonly taken: ReadonlySet<string>
  /** Whether steps and flows without a mark were not reached, so that they are drawn paler. */
  readonly isPath?: boolean
}

export const noMarks: Marks = { elements: new Map(), taken: new Set() }

/** Words for badges. */
export interface BadgeWords {
  readonly active: (count: number) => string
  readonly done: (count: number) => string
  readonly incidents: (count: number) => string
}

interface InstanceState {
  readonly elements: readonly {
    readonly elementId: string
    readonly active: number
    readonly completed: number
    readonly incidents: number
  }[]
  readonly flows: readonly string[]
}

/**
 * Returns the marks of an instance: elements with tokens, completed elements and elements with incidents. What it has
 * not reached is drawn paler.
 */
export function instanceMarks({ elements, flows }: InstanceState, words: BadgeWords): Marks {
  const marks = elements.map(({ elementId, active, completed, incidents }): [string, ElementMark] => {
    const badges: Badge[] = []
    if (incidents > 0) badges.push({ tone: 'incident', text: String(incidents), title: words.incidents(incidents) })
    if (active > incidents) {
      const others = active - incidents
      badges.push({ tone: 'active', text: String(others), title: words.active(others) })
    }
    if (completed > 0)
      badges.push({ tone: 'done', text: completed > 1 ? `✓ ${completed}` : '✓', title: words.done(completed) })
    const tone = incidents > 0 ? 'incident' : active > 0 ? 'active' : 'done'
    return [elementId, { tone, badges }]
  })
  return { elements: new Map(marks), taken: new Set(flows), isPath: true }
}

/** One element with the number that the heat map shows for it. */
export interface HeatValue {
  readonly elementId: string
  readonly value: number
  readonly text: string
  readonly title: string
}

/** Returns the marks of a heat map. The largest value has the darkest of four shades; elements with 0 have none. */
export function heatMarks(values: readonly HeatValue[]): Marks {
  const largest = Math.max(0, ...values.map(({ value }) => value))
  const marks = values
    .filter(({ value }) => value > 0)
    .map(({ elementId, value, text, title }): [string, ElementMark] => {
      const shade = Math.max(1, Math.ceil((4 * value) / largest)) as 1 | 2 | 3 | 4
      return [elementId, { shade, badges: [{ tone: 'heat', text, title }] }]
    })
  return { elements: new Map(marks), taken: new Set() }
}
