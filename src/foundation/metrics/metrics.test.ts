import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { createMetrics } from './index.ts'

const metrics = createMetrics({ version: '1.2.3' })
after(() => metrics.close())
const lines = async (): Promise<string[]> => (await metrics.text()).split('\n')

describe('metrics', () => {
  it('count by labels, and escape the values of labels', async () => {
    const counter = metrics.counter('test_total', 'Things.', ['kind'])
    counter.add(['a'])
    counter.add(['a'])
    counter.add(['say "b"\n\\'])
    const text = await lines()
    assert.ok(text.includes('# HELP test_total Things.') && text.includes('# TYPE test_total counter'))
    assert.ok(text.includes('test_total{kind="a"} 2'))
    assert.ok(text.includes('test_total{kind="say \\"b\\"\\n\\\\"} 1'))
  })

  it('count durations in cumulated buckets', async () => {
    const histogram = metrics.histogram('test_seconds', 'Times.', ['way'])
    for (const ms of [1, 2, 3, 40_000]) histogram.observe(['x'], ms)
    const text = await lines()
    for (const line of [
      'test_seconds_bucket{way="x",le="0.002"} 2',
      'test_seconds_bucket{way="x",le="0.005"} 3',
      'test_seconds_bucket{way="x",le="30"} 3',
      'test_seconds_bucket{way="x",le="+Inf"} 4',
      'test_seconds_sum{way="x"} 40.006',
      'test_seconds_count{way="x"} 4',
    ])
      assert.ok(text.includes(line), line)
  })

  it('describe the process', async () => {
    const text = await lines()
    assert.ok(text.includes(`chancery_build_info{version="1.2.3",node="${process.version}"} 1`))
    assert.ok(text.some((line) => /^process_resident_memory_bytes \d{7,}$/.test(line)))
    assert.ok(text.some((line) => /^chancery_event_loop_delay_seconds\{percentile="99"\} [\d.e-]+$/.test(line)))
  })

  it('read the figures of the database at most every ten seconds, and say which cannot be read', async () => {
    let reads = 0
    metrics.addStored('good', () => {
      reads++
      return [{ name: 'test_stored', help: 'Stored.', type: 'gauge', samples: [{ value: reads }] }]
    })
    metrics.addStored('bad', () => Promise.reject(new Error('the database does not answer')))
    for (let count = 0; count < 3; count++) {
      const text = await lines()
      assert.ok(text.includes('test_stored 1'))
      assert.ok(text.includes('chancery_measure_failed{source="bad"} 1'))
      assert.ok(text.includes('chancery_measure_failed{source="good"} 0'))
    }
    assert.equal(reads, 1)
  })
})
