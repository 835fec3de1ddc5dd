/** More unseen notifications than this are not counted. Apart from the schemas, because the page loads no validator. */
export const MAX_UNSEEN = 100
