/** Maximum length of the text of an expression, in UTF-16 units. */
export const maxTextLength = 65_536
/** Maximum nesting of parentheses, lists, contexts, calls and other constructs in one text. */
export const maxNesting = 100
/** Maximum number of parts inside each other in the compiled expression, such as operators, paths and filters. */
export const maxDepth = 500
/** Maximum cost of one evaluation without the repetitions of its loops, in steps. */
export const maxWeight = 100_000
/** Default number of steps of one evaluation. A step is one node of the expression, about 0.1 microseconds. */
export const defaultBudget = 250_000
/** Maximum sum of the nesting of all function bodies that call each other at one time. */
export const maxCallDepth = 1_000
/** Maximum length of a string that an expression computes, in UTF-16 units. */
export const maxStringLength = 262_144
/** Maximum number of items of a list or entries of a context that an expression computes. */
export const maxItems = 100_000
/** Maximum number of warnings that one evaluation records. */
export const maxWarnings = 100
