import assert from 'node:assert/strict'
import { it } from 'node:test'
import { newWebhookSecret, signedHeaders } from './signature.ts'

it('signs as the reference example of Standard Webhooks', () => {
  const headers = signedHeaders(
    { id: 'msg_p5jXN8AQM9LWM0D4loKWxJek', timestamp: 1614265330, body: '{"test": 2432232314}' },
    ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'],
  )
  assert.deepEqual(headers, {
    'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
    'webhook-timestamp': '1614265330',
    'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
  })
})

it('signs with every valid secret, the newest first', () => {
  const [one, two] = [newWebhookSecret(), newWebhookSecret()]
  const request = { id: 'a', timestamp: 1, body: '{}' }
  const of = (secret: string): string => signedHeaders(request, [secret])['webhook-signature']
  assert.equal(signedHeaders(request, [two, one])['webhook-signature'], `${of(two)} ${of(one)}`)
  assert.notEqual(of(one), of(two))
})
