import { randomBytes } from 'node:crypto'

/** A PDF of one page with a line of text. `weight` bytes of other data make it as large as a scan. */
export function pdfOf(line: string, weight: number): Buffer {
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Count 1 /Kids [3 0 R] >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources << /Font << /F 4 0 R >> >> /Contents 5 0 R >>',
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    stream(Buffer.from(`BT /F 12 Tf 60 760 Td (${line}) Tj ET`)),
    stream(randomBytes(weight)),
  ]
  const pieces = [Buffer.from('%PDF-1.4\n')]
  const places: number[] = []
  let length = pieces[0]!.length
  objects.forEach((object, index) => {
    const piece = Buffer.concat([Buffer.from(`${index + 1} 0 obj\n`), Buffer.from(object), Buffer.from('\nendobj\n')])
    places.push(length)
    length += piece.length
    pieces.push(piece)
  })
  const rows = places.map((place) => `${String(place).padStart(10, '0')} 00000 n \n`).join('')
  const count = objects.length + 1
  const table = `xref\n0 ${count}\n0000000000 65535 f \n${rows}trailer\n<< /Size ${count} /Root 1 0 R >>\n`
  return Buffer.concat([...pieces, Buffer.from(`${table}startxref\n${length}\n%%EOF\n`)])
}

function stream(bytes: Buffer): Buffer {
  return Buffer.concat([Buffer.from(`<< /Length ${bytes.length} >>\nstream\n`), bytes, Buffer.from('\nendstream')])
}
