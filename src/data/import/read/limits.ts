/**
 * The maximum size of a CSV row or a line of JSON in bytes. The limit also ends the reading of a quoted cell that is
 * never closed.
 */
export const maxRowBytes = 1024 * 1024

/**
 * The maximum number of columns, which is more than any application has. A sheet can have 16,384 columns, and wide rows
 * would use much memory.
 */
export const maxColumns = 1000

/** The maximum numbers of rows and columns of a sheet in the XLSX format. */
export const maxSheetRows = 1_048_576
export const maxSheetColumns = 16_384

/** The maximum number of the shared texts of an XLSX file, and their maximum size in bytes; they are held in memory. */
export const maxSharedTexts = 999_999
export const maxSharedTextBytes = 32 * 1024 * 1024

/** The maximum nesting of arrays and objects in a line of JSON. */
export const maxJsonDepth = 32
