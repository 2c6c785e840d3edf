import { after, before, describe, it } from 'node:test'
import {
  boundary,
  bpmn,
  catalog,
  element,
  end,
  errorOf,
  eventSub,
  extensions,
  flows,
  start,
  sub,
} from '../../engine/process.fixture.ts'
import { check, type Deals, read, script, startDeals, variables } from './origins.fixture.ts'

const given = ['contract', 'lawyer'].map((name) => `<chancery:input name="${name}" value="${name}"/>`).join('')
const call = (process: string, more = ''): string =>
  element('callActivity', 'call', extensions(`<chancery:call process="deals.${process}"/>${given}${more}`))
const output = (name: string, value: string): string => `<chancery:output name="${name}" value="${value}"/>`
const caught = (...outputs: readonly string[]): string =>
  `${outputs.length > 0 ? extensions(outputs.join('')) : ''}${errorOf('E1')}`
const declared = extensions(`${variables('cost', 'price', 'half')}<chancery:variable name="reason" type="string"/>`)
/** The output mapping of a call. It is never evaluated, because the called process ends with an error. */
const unused = output('half', 'half')

const files: Record<string, string> = {
  'failing.bpmn': bpmn([declared, start(), read, end('e', errorOf('E1')), flows('s > read > e')], catalog),
  'telling.bpmn': bpmn(
    [
      declared,
      start(),
      read,
      script('tell', 'throw new BpmnError("E1", "it costs " + variables.cost)'),
      end(),
      flows('s > read > tell > e'),
    ],
    catalog,
  ),
  'between.bpmn': bpmn([declared, start(), call('telling', unused), end(), flows('s > call > e')]),
  'around.bpmn': bpmn(
    [
      declared,
      start(),
      call('failing', unused),
      end(),
      flows('s > call > e'),
      eventSub('handle', [start('hs', caught()), check(), end('he'), flows('hs > check > he')]),
    ],
    catalog,
  ),
  'mapped.bpmn': bpmn(
    [
      declared,
      start(),
      call('failing', unused),
      end(),
      flows('s > call > e'),
      eventSub('handle', [start('hs', caught(output('price', 'cost'))), check(), end('he'), flows('hs > check > he')]),
    ],
    catalog,
  ),
  'outer.bpmn': bpmn(
    [
      declared,
      start(),
      sub('inside', [start('is'), call('failing', unused), end('ie'), flows('is > call > ie')]),
      boundary('b', 'inside', caught(output('price', 'cost'))),
      check(),
      end(),
      flows('s > inside > e', 'b > check > e'),
    ],
    catalog,
  ),
  'message.bpmn': bpmn(
    [
      declared,
      start(),
      call('telling', unused),
      boundary('b', 'call', caught(output('reason', 'errorMessage'))),
      check(),
      end(),
      flows('s > call > e', 'b > check > e'),
    ],
    catalog,
  ),
  'own.bpmn': bpmn(
    [
      declared,
      start(),
      read,
      script('tell', 'throw new BpmnError("E1", "it costs " + variables.cost)'),
      boundary('b', 'tell', caught(output('reason', 'errorMessage'))),
      check(),
      end(),
      flows('s > read > tell > e', 'b > check > e'),
    ],
    catalog,
  ),
  'deep.bpmn': bpmn(
    [
      declared,
      start(),
      call('between', unused),
      boundary('b', 'call', caught(output('reason', 'errorMessage'))),
      check(),
      end(),
      flows('s > call > e', 'b > check > e'),
    ],
    catalog,
  ),
  'timed.bpmn': bpmn(
    [
      declared,
      start(),
      call('reading'),
      boundary('b', 'call', caught(output('reason', 'errorCode'))),
      check(),
      end(),
      flows('s > call > check > e', 'b > e'),
    ],
    catalog,
  ),
  'reading.bpmn': bpmn([declared, start(), read, end(), flows('s > read > e')]),
}

describe('the values of a called process that ends with an error stay hidden', () => {
  let deals: Deals
  before(async () => {
    deals = await startDeals(files)
  })
  after(() => deals[Symbol.asyncDispose]())

  it('in an event sub-process, although the call has output mappings', async () => {
    await deals.assertHidden(await deals.run('around'), 'cost')
    await deals.assertHidden(await deals.run('mapped'), 'price')
  })

  it('in a boundary event of the sub-process around the call', async () => {
    await deals.assertHidden(await deals.run('outer'), 'price')
  })

  it('in the message of the error, which can quote them, also over several calls', async () => {
    await deals.assertHidden(await deals.run('own'), 'reason')
    await deals.assertHidden(await deals.run('message'), 'reason')
    await deals.assertHidden(await deals.run('deep'), 'reason')
  })

  it('as do its results by their names when only an event at the call has output mappings', async () => {
    await deals.assertHidden(await deals.run('timed'), 'cost')
  })
})
