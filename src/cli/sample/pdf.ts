/**
 * Returns a PDF file with a text, for the documents of the sample. Characters other than ASCII become question marks,
 * because no font is embedded.
 */
export function sampleFile(text: string): { name: string; bytes: Uint8Array } {
  const safe = text.replaceAll(/[()\\]/g, '').replaceAll(/[^\x20-\x7e]/g, '?')
  const content = `BT /F1 14 Tf 72 760 Td (${safe}) Tj ET`
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ]
  let file = '%PDF-1.4\n'
  const offsets = objects.map((object, at) => {
    const offset = file.length
    file += `${at + 1} 0 obj\n${object}\nendobj\n`
    return `${String(offset).padStart(10, '0')} 00000 n \n`
  })
  const start = file.length
  file += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${offsets.join('')}`
  file += `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${start}\n%%EOF\n`
  return { name: `${safe.slice(0, 60).trim()}.pdf`, bytes: Buffer.from(file, 'latin1') }
}
