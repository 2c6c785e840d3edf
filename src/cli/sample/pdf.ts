/** The characters of the PDF files that are not ASCII, with their codes in Windows-1251. */
const cyrillic: Readonly<Record<string, number>> = {
  Ё: 0xa8,
  '«': 0xab,
  ё: 0xb8,
  '№': 0xb9,
  '»': 0xbb,
  ...Object.fromEntries(Array.from({ length: 64 }, (_, at) => [String.fromCharCode(0x410 + at), 0xc0 + at])),
}

/**
 * Returns a PDF file with a text, for the documents of the sample. Parentheses and backslashes are left out;
 * characters that are neither ASCII nor in `cyrillic` become question marks. No font is embedded; readers use one of
 * theirs that has the named glyphs.
 */
export function sampleFile(text: string): { name: string; bytes: Uint8Array } {
  const name = `${text.slice(0, 60).trim()}.pdf`
  const known = (letter: string) => /[\x20-\x7e]/.test(letter) || letter in cyrillic
  const safe = [...text.replaceAll(/[()\\]/g, '')].map((letter) => (known(letter) ? letter : '?'))
  const shown = safe.map((letter) => String.fromCharCode(cyrillic[letter] ?? letter.charCodeAt(0))).join('')
  const content = `BT /F1 14 Tf 72 760 Td (${shown}) Tj ET`
  const glyphs = Object.entries(cyrillic).map(
    ([letter, code]) => `${code} /uni${letter.charCodeAt(0).toString(16).padStart(4, '0').toUpperCase()}`,
  )
  const encoding = `<< /Type /Encoding /BaseEncoding /WinAnsiEncoding /Differences [${glyphs.join(' ')}] >>`
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    `<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding ${encoding} >>`,
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
  return { name, bytes: Buffer.from(file, 'latin1') }
}
