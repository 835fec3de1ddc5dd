/** Runs to begin with: each stops before the step that shows the result. */
export const examples: readonly { title: string; text: string; fragment: string }[] = [
  {
    title: 'Two edits of one post',
    text: 'Mira edits a post on her phone and on her tablet, both without a network. Run until quiet: the edit that reaches the club last stays, everywhere.',
    fragment:
      'seed=1&steps=0.post.0.0.Cold%20start,settle,0.line.down.0.0,1.line.down.0.0,0.edit.0.0.Cold%20start%20at%20dawn,1.edit.0.0.Cold%20start%20at%20noon',
  },
  {
    title: 'A reply is lost',
    text: 'The post of Mira has arrived, but her phone does not know it. Synchronize it again: the club recognizes the name of the write, so the post is there once.',
    fragment: 'seed=2&steps=0.post.0.0.Did%20you%20get%20this,0.line.losesReplies.0.1,0.sync',
  },
  {
    title: 'The club refuses a write',
    text: 'Juno comments on a post without a network, while Mira deletes it. Run until quiet: the comment disappears, and Juno’s phone lists why.',
    fragment:
      'seed=3&steps=0.post.0.0.Wheels%20for%20sale,settle,2.line.down.0.0,2.comment.0.0.I%20take%20them,0.delete.0.0,0.sync',
  },
  {
    title: 'From phone to phone',
    text: 'Mira has no network, and hands her post and her comment over to Juno, whose phone delivers them. Give Mira a network again, and run until quiet: nothing is there twice.',
    fragment:
      'seed=6&steps=0.line.down.0.0,0.post.0.0.No%20signal%20here,0.comment.0.0.Meet%20at%20noon,0.give.2,2.sync',
  },
  {
    title: 'A clock is wrong',
    text: 'The clock of Mira’s phone is a day behind. Her post still has its place between the others, because phones follow the club’s clock.',
    fragment:
      'seed=4&steps=2.post.0.0.First,settle,0.clock.-86400000,0.sync,0.post.0.0.Second,settle,wait.60000,2.post.0.0.Third,settle',
  },
  {
    title: 'One message at a time',
    text: 'Mira’s phone is about to send a post. Decide what happens to each message on its way: it arrives, is lost, or arrives twice.',
    fragment: 'seed=5&steps=0.post.0.0.Step%20by%20step,0.begin',
  },
]
