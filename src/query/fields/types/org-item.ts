import { idListType } from './id-list.ts'

/** Items of the organisation chart, such as positions and departments, stored as a list of their ids. */
export const orgItemType = idListType({ code: 'SYS_OSNODE', word: 'org_item' })
