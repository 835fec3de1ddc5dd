import styles from './logo.module.css'

/** Heights of the picture in px. On narrow screens, the style sheet makes the large one smaller. */
const SIZES = { small: 28, medium: 36, large: 64 }

/** The logo with the name of the app. */
export function Logo({ size }: { size: keyof typeof SIZES }) {
  return (
    <span className={`${styles.logo} ${styles[size]}`}>
      <img
        src={`${import.meta.env.BASE_URL}logo.svg`}
        alt=""
        width={SIZES[size]}
        height={SIZES[size]}
      />
      <span>Gearheads</span>
    </span>
  )
}
