import assert from 'node:assert/strict'
import { connect } from 'node:net'
import { it } from 'node:test'
import { useServer } from '../../../../test/shared-server.ts'
import { newId } from '../../../foundation/kit/ids.ts'

const server = useServer()
const mib = 1024 ** 2
const head = '--b\r\ncontent-disposition: form-data; name="file"; filename="a.csv"\r\n\r\n'
const part = '--b\r\ncontent-disposition: form-data; name="a"\r\n\r\nx\r\n'
const form = (start: string) => `${start}${'x'.repeat(6 * mib)}\r\n--b--\r\n`

/** Refused uploads: their headers, their body, and the status of the answer. */
const refused: Readonly<Record<string, [Record<string, string>, string, number]>> = {
  'a file of more than 2 GiB': [{ 'content-range': 'bytes 0-6291456/2147483649' }, form(head), 413],
  'too many parts before the file': [{}, form(part.repeat(100) + head), 413],
  'two files': [{}, form(`${head}x\r\n${head}`), 400],
  'a wrong range': [{ 'content-range': 'bytes 1' }, form(head), 400],
  'a part of an unknown upload': [{ 'content-range': 'bytes 5242880-11534336/11534336' }, form(head), 400],
  'a part that is longer than its range': [{ 'content-range': 'bytes 0-5242880/8388608' }, form(head), 400],
  'a name that no file can have': [{}, form(head.replace('a.csv', '..')), 400],
}

for (const [what, [headers, body, status]] of Object.entries(refused))
  it(`a refused multipart upload does not block its connection: ${what}`, async () => {
    const { url, adminToken } = server.running().platform
    const socket = connect(Number(new URL(url).port), '127.0.0.1')
    let answers = ''
    const statuses = () => [...answers.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, code]) => Number(code))
    const ended = new Promise<void>((resolve) => void socket.once('close', () => resolve()))
    const answered = (count: number) =>
      new Promise<void>((resolve) => {
        const look = () => statuses().length >= count && resolve()
        socket.on('data', look)
        look()
      })
    socket.setEncoding('utf8').on('data', (text: string) => {
      answers += text
    })
    const send = (line: string, more: Record<string, string>, content = '') => {
      const all = {
        host: 'x',
        authorization: `Bearer ${adminToken!.text}`,
        'content-length': `${content.length}`,
        ...more,
      }
      const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`)
      socket.write(`${line} HTTP/1.1\r\n${lines.join('')}\r\n${content}`)
    }
    const type = { 'content-type': 'multipart/form-data; boundary=b', ...headers }
    send(`POST /pub/v1/disk/file/upload?hash=${newId()}`, type, body)
    await Promise.race([answered(1), ended])
    send('GET /api/v1/me', {})
    await Promise.race([answered(2), ended])
    socket.destroy()
    assert.deepEqual(statuses(), [status, 200])
  })
