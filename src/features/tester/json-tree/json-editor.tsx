type Props = { value: unknown; onChange: (next: unknown) => void; label: string }

/** Stand-in: the tree itself comes from its own branch. */
export function JsonEditor({ value, label }: Props) {
  return (
    <section aria-label={label}>
      <pre style={{ overflow: 'auto' }}>{JSON.stringify(value, null, 4)}</pre>
    </section>
  )
}
