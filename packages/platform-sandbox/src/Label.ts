/**
 * Makes shipping labels: PDFs of one page, which every viewer opens.
 */
const escaped = (text: string) => text.replaceAll(/[\\()]/g, (sign) => `\\${sign}`)

/** The text of a PDF with these lines. `padding` is the number of characters of a comment that makes the file larger. */
const pdf = (lines: ReadonlyArray<string>, padding: number): string => {
  const content = `BT /F1 14 Tf 40 780 Td 20 TL ${lines.map((line) => `(${escaped(line)}) Tj T*`).join(" ")} ET`
  const objects = [
    "<< /Type /Catalog /Pages 2 0 R >>",
    "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
    "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>",
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>"
  ]
  let text = `%PDF-1.4\n${padding === 0 ? "" : `%${"0".repeat(padding)}\n`}`
  const offsets: Array<number> = []
  for (const [index, object] of objects.entries()) {
    offsets.push(text.length)
    text += `${index + 1} 0 obj\n${object}\nendobj\n`
  }
  const entries = offsets.map((offset) => `${String(offset).padStart(10, "0")} 00000 n \n`).join("")
  return `${text}xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${entries}trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${text.length}\n%%EOF\n`
}

const base64 = (text: string) => Buffer.from(text, "latin1").toString("base64")

/** The size of a large label, in bytes. */
export const largeBytes = 30 * 1024 * 1024

/** A label as a PDF in Base64. */
export const pdfLabel = (lines: ReadonlyArray<string>, padding = 0): string => base64(pdf(lines, padding))

/** An HTML page in Base64, which a careless platform sends in the place of a label. */
export const pageLabel = base64("<!doctype html><title>Sign in</title>")
