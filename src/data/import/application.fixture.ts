import { defineField } from '../../values/index.ts'
import type { Application } from '../applications/application.ts'

const fields = [
  { code: 'taxId', name: 'Tax number', type: 'string' },
  { code: 'name', name: 'Full name', type: 'string' },
  { code: 'amount', name: 'Сумма', type: 'number' },
  { code: 'first', name: 'Twin', type: 'string' },
  { code: 'second', name: 'Twin', type: 'string' },
].map((entry, index) => defineField(entry, `fields[${index}]`))

function statusOf(id: number, code: string, name: string): Application['statuses'][number] {
  return { id, code, name, groupId: 'g', order: id - 1, final: false, hidden: false, next: undefined }
}

export const application: Pick<Application, 'fields' | 'statuses'> = {
  fields: new Map(fields.map((field) => [field.code, field])),
  statuses: [statusOf(1, 'new', 'New'), statusOf(2, 'done', 'Исполнен')],
}
