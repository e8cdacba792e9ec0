export const Brand = () => (
  <svg viewBox="0 0 24 24" aria-hidden="true">
    <rect x="1" y="1" width="22" height="22" rx="6" fill="var(--primary)" />
    <path
      d="M5 8.2h5.2c1.3 0 1.7.6 2.3 1.6l1.3 2.3c.6 1 1 1.6 2.3 1.6H19M5 15.8h5.2c1.3 0 1.7-.6 2.3-1.6M16.1 8.2H19M13.8 9.9c.5-1 1-1.7 2.3-1.7"
      fill="none"
      stroke="var(--on-primary)"
      strokeWidth="1.9"
      strokeLinecap="round"
    />
  </svg>
)
