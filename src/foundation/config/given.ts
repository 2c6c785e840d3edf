/** Returns the value of a setting; undefined when it is absent or blank. */
export type Given = (name: string) => string | undefined
