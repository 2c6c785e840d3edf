import { idListType } from './id-list.ts'

/** Positions and departments of the organisation chart, as a list of their ids. */
export const orgItemType = idListType({ code: 'SYS_OSNODE', word: 'org_item' })
