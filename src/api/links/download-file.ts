import type { Readable } from 'node:stream'
import { Type } from 'typebox'
import { bytesUnavailable, type Download, readByteRange, wrongLink, wrongRange } from '../../files/index.ts'
import type { Reply } from '../../foundation/http/operation.ts'
import { operation } from '../operation.ts'

export const downloadFile = operation({
  name: 'downloadFile',
  cost: 'file',
  area: 'Files',
  methods: ['GET'],
  path: '/files/{token}/{name}',
  summary: 'Download a file by a link',
  description: '`getFileLink` and `createDownloadLinks` create links. The header `Range` requests a part of the file.',
  right: 'anyone',
  params: Type.Object({ token: Type.String(), name: Type.String() }),
  query: Type.Object({ 'response-content-disposition': Type.Optional(Type.String()) }),
  media: 'application/octet-stream',
  result: Type.String({ format: 'binary' }),
  otherAnswers: { 206: { description: 'The part of the file that the header `Range` asks for.' } },
  errors: [wrongLink, wrongRange, bytesUnavailable],
  handle: async ({ params, query, header, reply }, { files }) => {
    const file = await files.downloadLinks.open(params.token, params.name, query['response-content-disposition'])
    return send(file, header, reply)
  },
})

async function send(file: Download, header: (name: string) => string | undefined, reply: Reply): Promise<Readable> {
  const { size, mime, disposition } = file
  const tag = `"${file.sha256}"`
  // With If-Range, a range is only useful when the client already has the same content.
  const range = [undefined, tag].includes(header('if-range')) ? readByteRange(header('range'), size) : undefined
  if (range === 'none') {
    reply.header('content-range', `bytes */${size}`)
    throw wrongRange(`the file has ${size} bytes`)
  }
  const stream = await file.read(range)
  reply.status(range === undefined ? 200 : 206)
  if (range !== undefined) reply.header('content-range', `bytes ${range.from}-${range.to - 1}/${size}`)
  const headers = {
    'content-type': mime,
    'content-length': String(range === undefined ? size : range.to - range.from),
    'content-disposition': disposition,
    'accept-ranges': 'bytes',
    etag: tag,
    'cache-control': 'no-store',
    // The sandbox prevents a file from acting as a page of this server: the file cannot run scripts or load anything.
    'content-security-policy': "sandbox; default-src 'none'; style-src 'unsafe-inline'",
    'cross-origin-resource-policy': 'same-origin',
  }
  for (const [name, value] of Object.entries(headers)) reply.header(name, value)
  return stream
}
