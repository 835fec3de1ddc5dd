/** Posts and comments share cards, composer, menu and dialogs. */
export type ContentKind = 'post' | 'comment'

type ContentTexts = {
  /** The accessible name of the composer's text area, and its placeholder. */
  compose: string
  menu: string
  edit: string
  remove: string
  editTitle: string
  /** The accessible name of the text area of the edit. */
  editField: string
  save: string
  removeTitle: string
  removeWarning: string
  /** Shown in place of an empty text (R4.22). */
  blank: string
  /** The toast of a picture that cannot be uploaded (R11.4). */
  uploadError: string
  inputTestId: string
  cardTestId: string
}

/** Every text that differs between posts and comments. A shared component has none of its own. */
export const contentTexts: Record<ContentKind, ContentTexts> = {
  post: {
    compose: 'What are you driving, riding or fixing?',
    menu: 'Post menu',
    edit: 'Edit Post',
    remove: 'Delete Post',
    editTitle: 'Edit Post',
    editField: 'Post text',
    save: 'Edit Post',
    removeTitle: 'Delete this post?',
    removeWarning: "Its comments will be deleted too. This can't be undone.",
    blank: 'Empty post',
    uploadError: "Can't upload image",
    inputTestId: 'post-input',
    cardTestId: 'post-card',
  },
  comment: {
    compose: 'Add a comment',
    menu: 'Comment menu',
    edit: 'Edit comment',
    remove: 'DeleteComment',
    editTitle: 'Edit details',
    editField: 'Comment text',
    save: 'Edit Comment',
    removeTitle: 'Delete this comment?',
    removeWarning: "This can't be undone.",
    blank: 'Empty comment',
    uploadError: 'There is some problem with uploading image',
    inputTestId: 'comment-input',
    cardTestId: 'comment-card',
  },
}
