/** One row of text, or one line of JSON. Also what ends a quoted cell that nobody closed. */
export const maxRowBytes = 1024 * 1024

/** Far beyond any application; a sheet can have 16,384, and a row of them is a cheap way to cost memory. */
export const maxColumns = 1000

/** What a sheet can hold at most, by its format. */
export const maxSheetRows = 1_048_576
export const maxSheetColumns = 16_384

/** The texts of an XLSX file stand in one table, which has to be in memory. */
export const maxSharedTexts = 999_999
export const maxSharedTextBytes = 32 * 1024 * 1024

/** Levels of arrays and objects in a line of JSON. */
export const maxJsonDepth = 32
