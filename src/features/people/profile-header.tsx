import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { shownPhoto } from '../../contract/shown-photo.ts'
import type { ViewedUser } from '../../contract/viewed.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { buttonClass } from '../../ui/button.tsx'
import { RichText } from '../../ui/rich-text.tsx'
import { PageHeading } from '../../ui/screen.tsx'
import { FollowButton } from './follow-button.tsx'
import { PersonMenu } from './mute.tsx'
import styles from './profile-header.module.css'

type ProfileHeaderProps = {
  user: ViewedUser
  viewer: ViewedUser
  /** Such as "20+" if more than 20 are not loaded. */
  postCount: string
  /** The tab that stays open behind a list of people. */
  tab?: 'photos'
  /** Renders the name of a user that the bio mentions. */
  renderName: (name: string, typed: string) => ReactNode
}

/** Photos, names, bio and counts (R2.11). The viewer's own profile has no follow button (R2.12). */
export function ProfileHeader({ user, viewer, postCount, tab, renderName }: ProfileHeaderProps) {
  const { coverPhoto, profilePhoto, firstName, username, bio, followerCount, followingCount } = user
  const profileLink = { to: '/profilePage/$profileId', params: { profileId: user._id } } as const
  return (
    <section className={styles.profile} aria-label={`Profile of ${username}`}>
      <div className={styles.head}>
        <img
          className={styles.cover}
          src={shownPhoto(coverPhoto)}
          alt={coverPhoto.alt ?? ''}
          width={1500}
          height={500}
        />
      </div>
      <div className={styles.top}>
        <span className={styles.avatar}>
          <Avatar
            src={shownPhoto(profilePhoto)}
            name={username}
            userId={user._id}
            size={96}
            alt={profilePhoto.alt}
          />
        </span>
        {user._id === viewer._id ? (
          <Link to="/settings" className={buttonClass()}>
            Edit profile
          </Link>
        ) : (
          <div className={styles.actions}>
            <FollowButton user={user} viewer={viewer} />
            <PersonMenu user={user} viewer={viewer} />
          </div>
        )}
      </div>
      <div className={styles.text}>
        <PageHeading title={firstName} />
        <p className={styles.handle}>
          <bdi>@{username}</bdi>
        </p>
        {bio && <RichText text={bio} renderName={renderName} />}
        <p className={styles.counts}>
          <span>
            <b>{postCount}</b> {postCount === '1' ? 'Post' : 'Posts'}
          </span>
          <Link {...profileLink} search={{ list: 'followers', tab }} resetScroll={false}>
            <b>{followerCount}</b> {followerCount === 1 ? 'Follower' : 'Followers'}
          </Link>
          <Link {...profileLink} search={{ list: 'following', tab }} resetScroll={false}>
            <b>{followingCount}</b> Following
          </Link>
        </p>
      </div>
    </section>
  )
}
