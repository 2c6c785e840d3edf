import { zipOfFiles } from '../../console/src/admin/solutions/zip-of-files.ts'
import { assertDone } from '../everything.ts'
import type { Call } from '../platform.ts'

const orders = `name: Orders
elementName: Order
fields:
  - { code: number, name: Number, type: string, maxLength: 50, required: true }
  - { code: buyer, name: Buyer, type: string, maxLength: 200 }
  - { code: amount, name: Amount, type: number }
  - { code: note, name: Note, type: string, maxLength: 200 }
  - { code: origin, name: Origin, type: string, maxLength: 50, default: By hand }
statuses:
  - { code: draft, name: Draft }
nameTemplate: "Order {$number}"
`

/** Deploys an application `orders` in a namespace; `more` is appended to its file. */
export async function deployOrders(call: Call, namespace: string, more = ''): Promise<void> {
  const files = {
    'solution.yaml': `code: ${namespace}\nname: ${namespace}\nversion: 1.0.0\n`,
    [`namespaces/${namespace}/namespace.yaml`]: `name: ${namespace}\n`,
    [`namespaces/${namespace}/apps/orders.yaml`]: orders + more,
  }
  const entries = Object.entries(files).map(([path, text]) => ({ path, bytes: new TextEncoder().encode(text) }))
  assertDone(await call('POST', '/api/v1/solutions/apply?allowDestructive=true', await zipOfFiles(entries).bytes()))
}
