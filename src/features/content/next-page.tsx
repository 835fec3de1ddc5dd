import type { InfiniteData, UseSuspenseInfiniteQueryResult } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { Button } from '../../ui/button.tsx'
import styles from './lists.module.css'

type Props = {
  result: UseSuspenseInfiniteQueryResult<InfiniteData<unknown>>
  /** The text of the button, such as "Show more posts". */
  label: string
  /** Whether it also loads without a press of its button. */
  byItself?: boolean
}

/** Loads the next page of a list when its end comes near the visible area. After a failure, its button tries again. */
export function NextPage({ result, label, byItself = true }: Props) {
  const { hasNextPage, isFetching, isFetchingNextPage, fetchNextPage } = result
  const mayLoad = byItself && hasNextPage && !isFetching && !result.isFetchNextPageError
  const end = useRef<HTMLDivElement>(null)

  // Observes again after every request: the end may be in view still, and a request during another one is ignored.
  useEffect(() => {
    if (!end.current || !mayLoad) return
    const observer = new IntersectionObserver(
      ([entry]) => entry?.isIntersecting && fetchNextPage({ cancelRefetch: false }),
      { rootMargin: '1200px' },
    )
    observer.observe(end.current)
    return () => observer.disconnect()
  }, [mayLoad, fetchNextPage])

  return (
    hasNextPage && (
      <div ref={end} className={styles.more}>
        <Button busy={isFetchingNextPage} onClick={() => fetchNextPage()}>
          {label}
        </Button>
      </div>
    )
  )
}
