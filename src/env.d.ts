interface ImportMetaEnv {
  /** Set by vite.config.ts. */
  readonly VITE_BUILD: string
  /** Whether the worker is one for a club's address (scripts/vite/club-worker.ts). */
  readonly CLUB: boolean
  readonly VITE_REPOSITORY_URL: string
  readonly VITE_SOCIAL_URL_1: string
  readonly VITE_SOCIAL_URL_2: string
  readonly VITE_UPLOAD_URL: string
  readonly VITE_UPLOAD_CLOUD_NAME: string
  readonly VITE_UPLOAD_PRESET: string
  readonly VITE_UPLOAD_DELIVERY_URL: string
}
