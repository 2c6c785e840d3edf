/** The mark of the product. */
export function Mark({ size = 22 }: { size?: number }) {
  return (
    <svg aria-hidden="true" width={size} height={size} viewBox="0 0 24 24">
      <rect width="24" height="24" rx="6" fill="#1f3f75" />
      <path
        d="M16.2 7.5H9.6A1.9 1.9 0 0 0 7.7 9.4v5.2a1.9 1.9 0 0 0 1.9 1.9h6.6"
        fill="none"
        stroke="#fff"
        strokeWidth="2.4"
      />
    </svg>
  )
}
