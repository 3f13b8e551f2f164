/// The building blocks of the passwords that are guessed first.
enum CommonWords {
    /// The letters that digits and symbols are commonly substituted for.
    static let masks: [Character: Character] = [
        "0": "o", "1": "i", "3": "e", "4": "a", "5": "s", "7": "t", "8": "b", "9": "g", "@": "a", "$": "s", "!": "i",
    ]

    /// Rows and columns of the keyboard, the alphabet and the digits.
    private static let walks = [
        "qwertyuiop", "asdfghjkl", "zxcvbnm", "qwertzuiop", "yxcvbnm", "azertyuiop", "qsdfghjklm", "wxcvbn",
        "1234567890", "0123456789", "abcdefghijklmnopqrstuvwxyz", "qazwsxedcrfvtgbyhnujmikolp",
        "1qaz2wsx3edc4rfv5tgb6yhn",
        "1q2w3e4r5t6y7u8i9o0p", "q1w2e3r4t5y6u7i8o9p0", "qwerasdfzxcv", "asdfqwerzxcv", "zaq12wsx", "zaq1xsw2cde3vfr4",
        "147258369", "159357", "741852963", "987654321", "123qweasdzxc", "qweasdzxc123", "123qwe456", "1a2s3d4f5g6h",
        "a1s2d3f4g5h6", "a1b2c3d4e5f6", "1a2b3c4d5e6f", "112233445566778899", "aabbccddeeff", "z1x2c3v4b5n6m7",
        "1z2x3c4v5b6n7m8",
    ]

    /// Every piece of a walk that is three keys or longer, forwards and backwards.
    static let walkPieces: Set<String> = {
        var pieces: Set<String> = []
        for walk in walks.flatMap({ [Array($0), Array($0.reversed())] }) {
            for start in walk.indices {
                for end in walk.indices where end - start >= 2 { pieces.insert(String(walk[start...end])) }
            }
        }
        return pieces
    }()

    /// Common passwords that no rule detects; many of them were used by bots for thousands of accounts.
    static let exceptions: Set = [
        "7ugd5hip2j", "9293709b13", "3rjs1la7qe", "j3qq4h7h2v", "ghhh47hj7649", "soso123aljg", "sojdlg123aljg",
        "quant4307s", "mailcreated5240", "polniypizdec0211", "newproject2004", "chickenwing101", "contortionist",
        "ghbdtnrfrltkf", "flvbybcnhfnjh", "masterbaiting", "maurolarastefy", "domainlock2005", "momsanaladventure",
        "hd764nw5d7e1vb1", "5hsu75kpot", "gy3yt2rgls", "23176djivanfros", "q1q2q3q4q5", "a1a2a3a4a5", "1a2a3a4a5a",
    ]

    /// Words and names, in lowercase.
    static let all = Set(
        """
        abc abcd abcdef abcdefg abigail access account accounts acdc achilles admin administrator africa again
        airborne airforce alejandra alejandro alex alexander alexandr alexandra alexandre alexis all allah allstar
        always amanda amazon amber amen america american americans amor anastasia and andrea andrew android angel
        anna anonymous anthony anything anywhere apollo apple apples april aragorn are argentina army arsenal
        artemis asd asdf asdfgh asdfghjkl ashley assassin asshole athena atlantis audi august augustus australia
        autumn avengers azerty azertyuiop babe babes baby babyboy babygirl backspace bacon bad badboy badgirl baller
        banana bank banking barcelona bart baseball basketball bastard batman bayern beach bear beatles beautiful
        beauty ben benjamin best bestfriend beyonce bible big bigbird bigboy bigdaddy bigdick biggie biggirl biker
        bilbo bitch bitches black bleach blessed blessing blink blowjob blue bmw bnm bobmarley bonita boobs boost
        boston boxing boy boys brandon brasil brian brittany broncos brother brothers brown bubble bubbles buddha
        bugsbunny bullshit bunny business butter butterfly caesar california camaro can canada canadian candy canyon
        captain carlos carmen carolina cars cat catalina cats cellphone celtic centos chairman champion changeme
        charles charlie cheese chelsea cherry chevy chicago chicken chief children china chocolate christ christian
        christina christine christopher church cinderella cisco clever cock coffee coldplay college colombia colonel
        commando company computer contrasena cookie cookies cool corazon corvette cosmos counter cowboy cowboys
        cowgirl crazy credit cricket cristina crystal cupcake cutie daddy daisy dallas dance dancer dancing daniel
        danielle dark darkness darling darwin database david debian december default demon denver desert desktop
        destiny deutschland devil diablo diamond diamonds dick dinosaur director disco dmitry doctor dog doggy dogs
        dollar dolores dolphin dolphins donald dragon dragonball drift driver drummer drums ducati dude dumbass
        dumbledore eagle eagles earth ebay edc edison eduardo edward egypt eight einstein ekaterina elephant
        elizabeth emerald emily eminem emma employee engine engineer england eric espana esperanza estrella
        evangelion everton everybody everything extreme facebook fairy faith falcon family fantasy fast father
        february fernanda fernando ferrari fgh fire firewall first five flame florida flower flowers floyd football
        for ford forest forever forget forgotten fortnite four france francisco frank freedom friday friend friends
        friendship frodo from fuck fucker fucking fuckme fuckoff fuckyou furious gabriel gabriela galaxy game gamer
        games gaming gandalf ganesh gangsta gangster garden garfield gary general genius gentleman george germany
        get ghost giants ginger giraffe girl girls gladiator glory gmail god godisgood godislove goku gold golden
        golf good goodboy goodgirl goofy google grace grandma grandpa gray green greenday gregory grey guest
        guillermo guitar guy guys halo hamburger hamlet hannah happy hardware harley harry harrypotter hateyou have
        hawk heart hearts heather heaven heavenly hell hello hellokitty helloworld helpdesk helpme hercules hermione
        hermosa hero heroes hidden hiphop hobbit hockey hogwarts hola holahola holy homer homie honda honey hope
        horse horses hot hotboy hotgirl hotmail hottie how hundred hunter hurricane ice iceman idiot ihateyou
        iloveyou imissyou india indian indians indigo insane inside instagram internet iphone ireland irish
        ironmaiden ironman isabella islam island istanbul italia ivan jacob jaguar james january japan jasmine jason
        jeffrey jennifer jessica jesus jesuschrist jkl john joker jon jonathan jordan joseph joshua juliet julius
        july june justin juventus kawasaki kenneth kevin keyboard kids kimberly king kings kiss kisses kitten
        kittens kitty kittycat korea korn krishna ladies lady ladybug lake lakers laptop larry lasvegas laura lauren
        lawyer ledzeppelin legend legends legolas lemon letme letmein letter letters liberty light lightning lilman
        lily linkedin linkin linkinpark linux lion littleman liverpool lmao login lol london looney lord loser love
        loveislife lovelove lovely loveme lover loves lovesucks loveyou lunatic madison madonna madrid magic magical
        maiden major mama man manager manchester mango maniac march maria marine marines mario mark marley martin
        martina marvel master mastercard matrix matthew maxim maximus mega megan melissa men mercedes mercy merlin
        mermaid metallica mexico michael michelle mickey mickeymouse microsoft midnight miguel milan million
        minecraft minnie miss missyou mister mivida mobile modem mommy monday money monica monitor monkey monster
        moon moonlight morning moron moscow mother motherfucker motor motorola mountain mouse mrs muffin music
        mustang mybaby mygirl mylife mylove mylover myname mypass mypassword myself myspace mysql mystery naked
        naruto natalia natasha navy netflix network never new newcastle newpassword newton newyork nicholas nick
        nicole night nikita nine ninja nintendo nipples nirvana nissan nitro nobody nokia nopassword not nothing
        november number numbers nurse oasis ocean octavia october office okn old oldpassword olivia olympus omg one
        oracle orange orchid out outlook outside packers pakistan panther papa paris park pass passwd password
        passwort pat patricia patrick patriots paul paypal peace peaches peanut penguin penis pepper phoenix phone
        piano pikachu pimp pimpdaddy pimpin pink pinkfloyd pirate pizza planet platinum playa playboy player
        playstation plm pokemon police pooh popstar porn pornstar porsche portugal poseidon postgres potter power
        powers praise president pretty prince princesa princess printer private protect protected psycho public
        puppies puppy purple pussy qaz qazwsx qazwsxedc queen qwe qwert qwerty qwertyuiop qwertz rabbit racer rachel
        racing radiohead raider raiders rain rainbow ranger rangers rebecca red redhat redsox reggae remember
        ricardo richard rick rider rihanna river robert roberto roblox rock rocket rocknroll rockstar rodrigo rofl
        roll rolling roman romans romeo romeoandjuliet ronald root rose rosebud roses router rty ruby rugby russia
        ryan sam samantha samsung samuel samurai sandra santiago sapphire sarah satan saturday saveme savior school
        scooby scoobydoo scotland scott sebastian second secret security september sergeant sergey server service
        seven sexy sexyboy sexygirl sexylady sexything shadow shakespeare shit shiva silver simpson simpsons singer
        sister sisters six slipknot smart smile sniper snoopdogg snoopy snow snowball soccer software soldier
        somebody something somewhere sony sophia soul space spartan spartans speed spiderman spirit spongebob
        spotify spring squarepants star starcraft starlight stars startrek starwars steelers stephanie stephen
        steven stones storm strawberry strike student stupid subaru suck sucks sugar summer sunday sunny sunset
        sunshine super superman superstar support suzuki svetlana sweet sweetheart sweetie swimming switch sylvester
        system tatiana taylor teacher teamo techno telecom telephone ten tennis tequiero tesla test testing texas
        tgb that the thepassword third this thomas thousand three thug thunder thursday tiffany tiger tigger tim
        timothy tinkerbell titan titans tits today tokyo tomorrow tool tornado tottenham toyota trek trojan trojans
        trooper truck truelove trumpet trust trustme trustnoone tuesday tupac turbo turkey turtle tweety twilight
        twitter two tyler ubuntu uio ujm ultra unicorn united universe university unix unknown user valentina
        vampire vanessa vbn vegas veronica victor victoria viking vikings violet violin visa vladimir volleyball
        warcraft warrior wars water wednesday welcome werewolf what whatever whatsup white who why will william
        windows winner winnie winniethepooh winter wireless with wizard wolf wolverine woman word worker world
        wrestling wsx wtf xbox xsw yahoo yamaha yankees yellow yesterday yhn york you your yourpassword youtube
        yugioh zachary zelda zeppelin zero zeus zombie zxc zxcv zxcvbn zxcvbnm
        """.split { $0 == " " || $0 == "\n" }.map(String.init))
}
